import { PlusIcon } from '@navikt/aksel-icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ListPage } from '#web/list/ListPage.tsx';
import { useMay } from '#web/list/useMay.ts';
import { useSessionState } from '#web/session.ts';
import { useShellContext } from '#web/shell/useShellContext.ts';
import { Button } from '#web/ui/Button.tsx';
import { later } from '#web/ui/later.tsx';

import { examGroupList, examGroups, type ExamGroupRow } from '../contract.ts';
import { examLooks } from './looks.tsx';
import { TakenNotice } from './TakenNotice.tsx';

const ExamCard = later(async () => (await import('./ExamCard.tsx')).ExamCard);
const NewExamDialog = later(async () => (await import('./NewExamDialog.tsx')).NewExamDialog);
const TakeOverDialog = later(async () => (await import('./TakeOverDialog.tsx')).TakeOverDialog);

const texts = { namespace: 'exams' };
const nameOf = ({ description }: ExamGroupRow) => description;

/** Exams with their anonymous candidates (specification §2 "Exam groups"). */
export function ExamsPage() {
  return (
    <ListPage
      list={examGroupList}
      route={examGroups.list}
      texts={texts}
      looks={examLooks}
      nameOf={nameOf}
      primary={<Acts />}
      notice={<TakenNotice />}
      card={card}
    />
  );
}

function card({ key, close }: { key: string; close: () => void }): ReactNode {
  return <ExamCard key={key} id={Number(key)} onClose={close} />;
}

/** Those who administer exams make them; a teacher takes one over. */
function Acts() {
  const { t } = useTranslation('exams');
  const mayMake = useMay(examGroups.add.permission);
  const mayTakeOver = useMay(examGroups.end.permission);
  const { session } = useShellContext();
  const hasSchool = Boolean(useSessionState(session)?.me?.currentSchool);
  const [asked, setAsked] = useState<'new' | 'takeOver'>();
  const close = () => setAsked(undefined);
  if (!mayMake && !mayTakeOver) return null;
  if (!hasSchool) return <span className="meta">{t('chooseSchool')}</span>;
  return (
    <>
      {mayMake ? (
        <Button variant="primary" icon={<PlusIcon aria-hidden />} onPress={() => setAsked('new')}>
          {t('new')}
        </Button>
      ) : (
        <Button onPress={() => setAsked('takeOver')}>{t('act.takeOver')}</Button>
      )}
      {asked === 'new' && <NewExamDialog onClose={close} />}
      {asked === 'takeOver' && <TakeOverDialog onClose={close} />}
    </>
  );
}
