/**
 * Copy a text. False where the browser would not (an address that is not secure, a permission refused): then the text of
 * `shownIn` is selected, to be copied by hand.
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
