import { useRef, useState } from 'react'
import type { InputOf, Read } from '@lonja/core/base/contract'
import { sendForFile, type Outage, type Refusal } from './call.ts'
import { toast } from './parts/toast.ts'

/** Save a call's answer as a file. A tap during the download starts no second one; a failure stays readable. */
export function useDownload<C extends Read>(call: C, onSaved: (name: string) => void) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<Refusal | Outage | null>(null)
  const running = useRef(false)
  const start = async (input: InputOf<C>): Promise<void> => {
    if (running.current) return
    running.current = true
    setPending(true)
    setProblem(null)
    const answer = await sendForFile(call, input)
    running.current = false
    setPending(false)
    if ('file' in answer) {
      saveFile(answer.file, answer.name)
      onSaved(answer.name)
      return
    }
    const no = 'refusal' in answer ? answer.refusal : answer
    setProblem(no)
    if (!('status' in no && no.status === 401)) toast(no.msg, { kind: 'error' })
  }
  return { start: (input: InputOf<C>): void => void start(input), isPending, problem }
}

/** Long enough for a browser that asks for the target folder. */
const KEPT_MS = 60_000

/** Save a file on this device under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
