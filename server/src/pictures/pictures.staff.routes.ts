import { isRefused } from '@lonja/core/base/refusal'
import { viewPicture } from '@lonja/core/pictures/pictures.staff.contract'
import type { Route } from '../door/serve.ts'
import type { WrappingKey } from './seal.ts'
import { showPicture, type Viewing } from './views.actions.ts'

export const picturesStaffRoutes = (key: WrappingKey): Route[] => [
  {
    call: viewPicture,
    answer: async (asked, house) => {
      const seen = await showPicture(asked as Viewing, house, { key, only: null })
      return isRefused(seen) ? seen : { ...seen.shown, use: seen.use }
    },
  },
]
