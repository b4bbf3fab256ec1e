import { useTranslation } from 'react-i18next';

import { formatDate } from '#web/format.ts';

import type { HeldRole } from '../contract.ts';

type HeldAtProps = Pick<HeldRole, 'school' | 'validTo' | 'orderedBy'>;

/** Where a role is held, until when, and who ordered it. */
export function HeldAt({ school, validTo, orderedBy }: HeldAtProps) {
  const { t } = useTranslation('access');
  const facts = [
    school === null ? t('whoCan.everywhere') : school.name,
    validTo !== null && t('admins.validTo', { day: formatDate(validTo) }),
    orderedBy !== null && t('admins.orderedBy', { name: orderedBy }),
  ];
  return <p className="meta">{facts.filter(Boolean).join(' · ')}</p>;
}
