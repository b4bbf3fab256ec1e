import './exams.css';
import {
  CheckmarkCircleFillIcon,
  ExclamationmarkTriangleFillIcon,
  InformationSquareFillIcon,
  XMarkOctagonFillIcon,
} from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { examDay, type Preflight as Checked } from '#areas/internet/exam-day/contract.ts';
import { type FindingLevel, worstOf } from '#areas/internet/exam-day/preflight.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatTime } from '#web/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import type { ExamGroupDetail } from '../contract.ts';
import { useMends } from './useMends.tsx';

/** Accounts arrive and points come alive while somebody looks. */
const EVERY_MS = 10_000;

const icons = {
  stop: XMarkOctagonFillIcon,
  warn: ExclamationmarkTriangleFillIcon,
  info: InformationSquareFillIcon,
} as const satisfies Record<FindingLevel, unknown>;

/** What stands in the way of an exam, each with the button that mends it. */
export function Preflight({ exam }: { exam: ExamGroupDetail }) {
  const { t } = useTranslation('exams');
  const { data } = useRead(examDay.preflight, { id: exam.id }, { handleErrors: false, everyMs: EVERY_MS });
  return (
    <section className="exam-preflight" aria-labelledby="exam-preflight">
      <header>
        <h3 className="section-title" id="exam-preflight">
          {t('preflight.title')}
        </h3>
        {data && <span className="meta">{t('preflight.checked', { time: formatTime(data.checked) })}</span>}
      </header>
      {data ? <Findings exam={exam} checked={data} /> : <SkeletonLines lines={2} />}
    </section>
  );
}

function Findings({ exam, checked }: { exam: ExamGroupDetail; checked: Checked }) {
  const { t } = useTranslation('exams');
  const { mendFor, dialog } = useMends(exam, checked);
  const worst = worstOf(checked.findings);
  return (
    <>
      {worst !== 'stop' && worst !== 'warn' && (
        <p className="exam-ready">
          <CheckmarkCircleFillIcon aria-hidden />
          {t('preflight.ready')}
        </p>
      )}
      {checked.findings.length > 0 && (
        <ul className="exam-findings">
          {checked.findings.map((finding) => {
            const { code, level, lock, params } = finding;
            const Icon = icons[level];
            const mend = mendFor(finding);
            return (
              <li key={`${code}/${lock}`} data-level={level}>
                <Icon title={t(`preflight.level.${level}`)} />
                <span>{t(`finding.${code}`, params)}</span>
                {mend?.kind === 'act' && (
                  <Button size="small" isPending={mend.isBusy} onPress={mend.onPress}>
                    {mend.label}
                  </Button>
                )}
                {mend?.kind === 'link' && (
                  <LinkButton to={mend.to} size="small">
                    {mend.label}
                  </LinkButton>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {dialog}
    </>
  );
}
