/**
 * Copy a text. False if the browser refuses (an insecure address, no permission); the text of `shownIn` is then
 * selected for copying by hand.
 */
export async function copyText(text: string, shownIn: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(shownIn)
  }
}

function copySelected(shownIn: HTMLElement | null): boolean {
  const selection = getSelection()
  if (!shownIn || !selection) return false
  selection.selectAllChildren(shownIn)
  return document.execCommand('copy')
}
