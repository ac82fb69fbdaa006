export const staffLists = {
  houseActs: [
    'seat_claimed',
    'seat_signed_in',
    'seat_signed_out',
    'seat_sessions_ended',
    'seat_link_made',
    'seat_link_revoked',
    'seat_roles_changed',
    'seat_ended',
    'seat_link_proposed',
    'seat_roles_proposed',
    'seat_end_proposed',
    'seat_change_withdrawn',
    'seat_confirmed',
    'seat_signed_out_by_admin',
  ],
  subjects: ['seat', 'seat_link', 'seat_change'],
} as const
