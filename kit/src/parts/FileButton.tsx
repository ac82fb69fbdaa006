import { useRef } from 'react'
import { PICTURE_TYPES } from '@lonja/core/pictures/pictures.contract'
import type { FileChoice } from '../uploads.ts'
import { Button, type ButtonProps } from './Button.tsx'

export interface FileButtonProps extends Pick<ButtonProps, 'label' | 'look' | 'small' | 'icon' | 'describedBy'> {
  /** Several files at once. */
  many?: boolean
  /** Opens a phone's rear camera instead of its files. */
  camera?: boolean
  disabled?: boolean
  /** Accepted types of a file that is no picture. */
  accept?: string
  onChosen: (chosen: readonly FileChoice[]) => void
}

/**
 * A button that asks for pictures, or for a file of other types. A phone offers its camera and its files, and converts its own formats into an
 * accepted one.
 */
export function FileButton({ many, camera, accept, onChosen, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        data-pictures={accept === undefined || undefined}
        accept={accept ?? PICTURE_TYPES.join(',')}
        multiple={many === true}
        {...(camera ? { capture: 'environment' as const } : {})}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])].map((file) => ({ name: file.name, file }))
          // Allows the same file to be chosen again after its removal.
          event.target.value = ''
          if (chosen.length > 0) onChosen(chosen)
        }}
      />
    </>
  )
}
