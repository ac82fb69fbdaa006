/**
 * Copy a text. At an insecure address the browser copies what is selected: the text of `shownIn`, in whose place it then
 * takes the whole text. False if the browser refuses; the text of `shownIn` stays selected for copying by hand.
 */
export async function copyText(text: string, shownIn: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text, shownIn)
  }
}

function copySelected(text: string, shownIn: HTMLElement | null): boolean {
  const selection = getSelection()
  if (!shownIn || !selection) return false
  selection.selectAllChildren(shownIn)
  const give = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', give)
  try {
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', give)
  }
}
