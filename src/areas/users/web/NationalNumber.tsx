import { useTranslation } from 'react-i18next';

import { call } from '#web/api/hooks.ts';
import { MaskedNumber } from '#web/card/MaskedNumber.tsx';
import { Badge } from '#web/ui/Badge.tsx';

import { type UserDetail, users } from '../contract.ts';

/** What is told of a number that is not the one everybody has; the provisional ones are to be replaced. */
const otherKinds = ['dnr', 'hnr', 'duf', 'provisional'] as const;

/** A person's national number, masked, with what is doubtful about it. */
export function NationalNumber({ user }: { user: UserDetail }) {
  const { t } = useTranslation(['users', 'many']);
  const { userName, nationalNumberMasked: masked, nationalNumberKind: kind, invalidColumns, can } = user;
  const other = otherKinds.find((one) => one === kind);
  if (masked === null) return t('number.none');
  return (
    <MaskedNumber
      masked={masked}
      note={
        <>
          {other && (
            <Badge tone={other === 'provisional' ? 'warning' : 'neutral'}>{t(`many:number.${other}`)}</Badge>
          )}
          {invalidColumns?.includes('nationalNumber') && (
            <span className="meta">{t('invalid.nationalNumber')}</span>
          )}
        </>
      }
      show={can.includes('showNationalNumber') ? (reason) => showNumber(userName, reason) : undefined}
    />
  );
}

async function showNumber(userName: string, reason: string | undefined): Promise<string | null> {
  const { nationalNumber } = await call(
    users.showNationalNumber,
    { userName, ...(reason !== undefined && { reason }) },
    { handleErrors: false },
  );
  return nationalNumber;
}
