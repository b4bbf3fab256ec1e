import './directory.css';
import { useTranslation } from 'react-i18next';

import type { UserDetail } from '#areas/users/contract.ts';
import { useRead } from '#web/api/hooks.ts';
import { ReadState } from '#web/card/ReadState.tsx';
import type { TabProps } from '#web/card/registry.ts';
import { formatDateTime } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Status, type StatusTone } from '#web/ui/Status.tsx';

import { directory } from '../contract.ts';
import type { accountStates, DirectoryAccount } from '../state.ts';
import { useWords } from './words.ts';

const tones: Record<(typeof accountStates)[number], StatusTone> = {
  none: 'neutral',
  absent: 'warning',
  waiting: 'info',
  failing: 'warning',
  stopped: 'danger',
  differs: 'warning',
  held: 'success',
};

/** While something is on its way: milliseconds between looks. */
const EVERY_MS = 2_000;

/** Whether the account people sign in to machines with is as the portal says. */
export function AccountTab({ subject: { userName } }: TabProps<UserDetail>) {
  const { t } = useTranslation('directory');
  const first = useRead(directory.account, { userName }, { handleErrors: false });
  const isMoving = first.data?.state === 'waiting' || first.data?.state === 'failing';
  const read = useRead(
    directory.account,
    { userName },
    { handleErrors: false, ...(isMoving && { everyMs: EVERY_MS }) },
  );
  if (!read.data) return <ReadState read={read} failed={t('account.failed')} lines={4} />;
  return <Account account={read.data} />;
}

function Account({
  account: { state, name, held, error, passwordWaits, withoutPassword, differences },
}: {
  account: DirectoryAccount;
}) {
  const { t } = useTranslation('directory');
  const words = useWords();
  return (
    <div className="directory-account">
      <DescriptionList
        items={[
          {
            term: t('account.state'),
            value: <Status tone={tones[state]}>{t(`account.state.${state}`)}</Status>,
          },
          { term: t('account.name'), value: name },
          { term: t('account.held'), value: held && formatDateTime(held) },
          ...(passwordWaits ? [{ term: t('account.password'), value: t('account.passwordWaits') }] : []),
        ]}
      />
      {withoutPassword !== null && !passwordWaits && (
        <Alert tone="warning" title={t('account.withoutPassword')}>
          <p>{t(`account.withoutPassword.${withoutPassword}`)}</p>
        </Alert>
      )}
      {error !== null && (
        <Alert tone={state === 'stopped' ? 'danger' : 'warning'} title={t(`choice.error.${error}`)}>
          <p>{t(state === 'stopped' ? 'account.stoppedText' : 'account.failingText')}</p>
        </Alert>
      )}
      {differences.length > 0 && (
        <section className="directory-account" aria-label={t('account.differences')}>
          <h3 className="section-title">{t('account.differences')}</h3>
          <DescriptionList
            items={differences.map(({ field, wanted, observed }) => ({
              term: t(`choice.field.${field}`),
              value: t('account.difference', {
                wanted: words.value(field, wanted),
                observed: words.value(field, observed),
              }),
            }))}
          />
          <p className="meta">{t('account.differencesText')}</p>
        </section>
      )}
    </div>
  );
}
