import { ROLES, type Role } from '@lonja/core/base/contract'
import { useText } from '@lonja/kit/text'
import styles from './Seats.module.css'

/** A seat's roles, ticked one by one. */
export function RoleChoice({ value, onChange }: { value: readonly Role[]; onChange: (roles: Role[]) => void }) {
  const t = useText('staff')
  return (
    <fieldset className={styles.choice}>
      <legend>{t('roles')}</legend>
      {ROLES.map((role) => (
        <label key={role}>
          <input
            type="checkbox"
            checked={value.includes(role)}
            onChange={(event) =>
              onChange(ROLES.filter((each) => (each === role ? event.target.checked : value.includes(each))))
            }
          />
          {t(`role_${role}`)}
        </label>
      ))}
    </fieldset>
  )
}
