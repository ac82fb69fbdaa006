import { isRefused } from '@lonja/core/base/refusal'
import { viewPicture } from '@lonja/core/pictures/pictures.staff.contract'
import type { Route } from '../door/serve.ts'
import { showPicture, type Showing, type Viewing } from './views.actions.ts'

export const picturesStaffRoutes = (pictures: Omit<Showing, 'only'>): Route[] => [
  {
    call: viewPicture,
    answer: async (request, house) => {
      const seen = await showPicture(request as Viewing, house, { ...pictures, only: null })
      return isRefused(seen) ? seen : { ...seen.shown, use: seen.use }
    },
  },
]
