import { useRef } from 'react'
import { PICTURE_TYPES } from '@lonja/core/pictures/pictures.contract'
import type { Chosen } from '../uploads.ts'
import { Button, type ButtonProps } from './Button.tsx'

export interface FileButtonProps extends Pick<ButtonProps, 'label' | 'look' | 'small' | 'icon' | 'describedBy'> {
  /** Several at one time. */
  many?: boolean
  /** Opens the camera at the back of a phone instead of its files. */
  camera?: boolean
  disabled?: boolean
  onChosen: (chosen: readonly Chosen[]) => void
}

/** A button that asks for pictures: a phone offers its camera and its files, and turns its own forms into one of ours. */
export function FileButton({ many, camera, onChosen, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        data-pictures
        accept={PICTURE_TYPES.join(',')}
        multiple={many === true}
        {...(camera ? { capture: 'environment' as const } : {})}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])].map((file) => ({ name: file.name, file }))
          // The same file may be chosen again after it was taken away.
          event.target.value = ''
          if (chosen.length > 0) onChosen(chosen)
        }}
      />
    </>
  )
}
