import './exams.css';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { lockAddress } from '#areas/internet/locks/web/shared.tsx';
import { PersonLink } from '#areas/users/web/shared.tsx';
import { addDays } from '#kernel/dates.ts';
import { useRead } from '#web/api/hooks.ts';
import { CardState } from '#web/card/CardState.tsx';
import { formatDate, formatDateTime, formatEnd, formatNumber } from '#web/format.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { Status } from '#web/ui/Status.tsx';

import { candidateList, type CandidateRow, type ExamGroupDetail, examGroups } from '../contract.ts';
import { ExamActs } from './ExamActs.tsx';
import { examTones } from './looks.tsx';
import { Preflight } from './Preflight.tsx';
import { useRenew } from './useRenew.tsx';

interface ExamCardProps {
  id: number;
  onClose: () => void;
}

/** Candidates sign in while somebody looks. */
const EVERY_MS = 30_000;
const MAKING_MS = 1_000;
const candidateTexts = { namespace: 'exams', prefix: 'candidates.' };
const nameOf = ({ userName }: CandidateRow) => userName;

/** One exam: its day, its locks, its candidates, and what may be done. */
export function ExamCard({ id, onClose }: ExamCardProps) {
  const { t } = useTranslation('exams');
  const [isMaking, setMaking] = useState(false);
  const everyMs = isMaking ? MAKING_MS : EVERY_MS;
  const read = useRead(examGroups.detail, { id }, { handleErrors: false, everyMs });
  const exam = read.data;
  if (exam && isMaking !== (exam.made !== null)) setMaking(exam.made !== null);
  if (!exam || exam.id !== id) {
    return (
      <Drawer title={t('one')} onClose={onClose}>
        <CardState read={{ ...read, data: undefined }} />
      </Drawer>
    );
  }
  return (
    <Drawer
      title={exam.description}
      subtitle={
        <>
          <span>{exam.name}</span>
          <Status tone={examTones[exam.status]}>{t(`choice.status.${exam.status}`)}</Status>
        </>
      }
      onClose={onClose}
    >
      <div className="card-panel exam-card">
        <ExamActs exam={exam} onGone={onClose} />
        {exam.made !== null && <Progress label={t('making')} done={exam.made} total={exam.candidates} />}
        {exam.status !== 'used' && <Preflight exam={exam} />}
        <Facts exam={exam} />
        <Candidates exam={exam} />
      </div>
    </Drawer>
  );
}

function Facts({ exam }: { exam: ExamGroupDetail }) {
  const { t } = useTranslation('exams');
  const { name, examDate, teacher, candidates, signedIn, passwords, locks } = exam;
  const paths = (['commonPathWin', 'homePathWin', 'commonPathMac', 'homePathMac'] as const).flatMap((path) =>
    exam[path] === null ? [] : [{ term: t(`field.${path}`), value: exam[path] }],
  );
  return (
    <DescriptionList
      items={[
        { term: t('facts.date'), value: formatDate(examDate) },
        {
          term: t('facts.teacher'),
          value: teacher && <PersonLink userName={teacher.userName}>{teacher.displayName}</PersonLink>,
        },
        {
          term: t('facts.signedIn'),
          value: t('facts.signedInOf', { count: formatNumber(signedIn), of: formatNumber(candidates) }),
        },
        {
          term: t('facts.passwords'),
          value:
            passwords > 0
              ? t('facts.passwordsUntil', { day: formatDate(addDays(examDate, 1)) })
              : t('facts.passwordsGone'),
        },
        ...(passwords > 0 ? [{ term: t('facts.group'), value: name }] : []),
        ...(exam.handOverCode === null ? [] : [{ term: t('facts.handOverCode'), value: exam.handOverCode }]),
        {
          term: t('facts.lock'),
          value:
            locks.length === 0
              ? t('facts.noLock')
              : locks.map(({ id, description, from, until }) => (
                  <a key={id} href={lockAddress(id)}>
                    {t('facts.lockTimes', {
                      name: description,
                      from: formatDateTime(from),
                      until: formatEnd(from, until),
                    })}
                  </a>
                )),
        },
        ...paths,
      ]}
    />
  );
}

function Candidates({ exam }: { exam: ExamGroupDetail }) {
  const { t } = useTranslation('exams');
  const fixed = useMemo(() => ({ id: exam.id }), [exam.id]);
  const renew = useRenew(exam);
  return (
    <section>
      <h3 className="section-title">{t('candidates.title')}</h3>
      <ListPage
        list={candidateList}
        route={examGroups.users}
        fixed={fixed}
        texts={candidateTexts}
        nameOf={nameOf}
        bulkActs={exam.can.includes('renew') ? renew.acts : []}
        isPart
      />
      {renew.dialog}
    </section>
  );
}
