import { PersonPlusIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { useAttempt } from '#web/form/useAttempt.tsx';
import { formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { ListPage } from '#web/list/ListPage.tsx';
import { loose } from '#web/loose.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify } from '#web/ui/notices.ts';

import { directory } from '../contract.ts';
import { strangerList } from '../strangers.ts';
import { nameOf, strangerLooks } from './looks.tsx';

const texts = { namespace: 'directory', prefix: 'strangers.' };

/** Accounts in the directory that are not the portal's, and taking them over. */
export function StrangersTab() {
  const { t } = useTranslation('directory');
  const [chosen, setChosen] = useState<Chosen>();
  return (
    <>
      <ListPage
        list={strangerList}
        route={directory.strangers}
        texts={texts}
        looks={strangerLooks}
        nameOf={nameOf}
        bulkActs={[
          {
            id: 'takeOver',
            label: t('takeOver.act'),
            icon: <PersonPlusIcon aria-hidden />,
            onAct: setChosen,
          },
        ]}
        isPart
      />
      {chosen && <TakeOverDialog chosen={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

/** Says what taking over means; when it is done, what was left and why. */
function TakeOverDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const { t } = useTranslation('directory');
  const act = useWrite(directory.takeOver, { handleErrors: false });
  const { attempt, refused: problem } = useAttempt();
  const { selection, question, count } = chosen;

  const send = () =>
    attempt(async () => {
      const done = await act.mutateAsync(
        loose({ selection: selection.all ? { ...selection, question } : selection }),
      );
      if (done.count > 0) {
        notify({
          tone: 'success',
          text: t('takeOver.done', { count: done.count, number: formatNumber(done.count) }),
        });
      }
      if (done.refused.length === 0) onClose();
    });

  const refused = act.data?.refused ?? [];
  if (refused.length > 0) {
    return (
      <ConfirmDialog
        title={t('takeOver.refused', { count: refused.length, number: formatNumber(refused.length) })}
        confirmLabel={t('takeOver.close')}
        isOpen
        onConfirm={onClose}
        onCancel={onClose}
      >
        <ul className="directory-refused">
          {refused.map(({ name, obstacle }) => (
            <li key={name}>
              <strong>{name}</strong> {t(`choice.obstacle.${obstacle}`)}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={t('takeOver.title', { count, number: formatNumber(count) })}
      confirmLabel={t('takeOver.act')}
      isOpen
      isPending={act.isPending}
      onConfirm={() => void send()}
      onCancel={onClose}
    >
      {problem}
      <p>{t('takeOver.text')}</p>
      <p>{t('takeOver.noUndo')}</p>
    </ConfirmDialog>
  );
}
