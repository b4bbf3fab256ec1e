import './access.css';
import { useTranslation } from 'react-i18next';

import type { Role } from '#kernel/permissions.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';

const tones: Partial<Record<Role, Tone>> = {
  schoolAdministrator: 'accent',
  schoolIct: 'accent',
  superadmin: 'warning',
  centralAdmin: 'warning',
};

/** The roles of one person at one place. */
export function Roles({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('shell');
  return (
    <span className="access-badges">
      {roles.map((role) => (
        <Badge key={role} tone={tones[role] ?? 'neutral'}>
          {t(`role.${role}`)}
        </Badge>
      ))}
    </span>
  );
}
