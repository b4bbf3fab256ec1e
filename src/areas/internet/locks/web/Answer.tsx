import './explain.css';
import { CheckmarkCircleFillIcon, XMarkOctagonFillIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import type { Explanation } from '#areas/internet/explain/contract.ts';
import { formatDateTime } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Status, type StatusTone } from '#web/ui/Status.tsx';

import { OpenList } from './OpenList.tsx';
import { lockAddress } from './shared.tsx';

const standingTones: Record<Explanation['locks'][number]['standing'], StatusTone> = {
  decides: 'warning',
  'yields-to-exam': 'neutral',
  opened: 'success',
};

interface AnswerProps {
  answer: Explanation;
  /** Without the list of what is open: on a person's card. */
  isBrief?: boolean;
}

/** Which locks reach somebody, what they leave open, and whether the address that was asked about is. */
export function Answer({ answer, isBrief = false }: AnswerProps) {
  const { t } = useTranslation('locks');
  const { displayName, locked, locks, open, chat, verdict } = answer;
  const said = !locked ? 'explain.free' : isBrief ? 'explain.lockedBrief' : 'explain.locked';
  const deciding = locks.filter(({ standing }) => standing === 'decides').length;
  return (
    <div className="lock-answer">
      {verdict && <Verdict verdict={verdict} />}
      <Alert tone={locked ? 'warning' : 'success'}>
        {t(said, { name: displayName })}
        {chat !== 'none' && ` ${t(`explain.chat.${chat}`)}`}
      </Alert>
      {locks.length > 0 && (
        <section>
          <h3 className="section-title">{t('explain.locks')}</h3>
          {deciding > 1 && <p className="meta">{t('explain.several')}</p>}
          <ul className="lock-reasons">
            {locks.map(({ id, description, standing, through, activeFrom, end }) => (
              <li key={id}>
                <Status tone={standingTones[standing]}>{t(`explain.standing.${standing}`)}</Status>
                <a href={lockAddress(id)}>{description}</a>
                <span className="meta">
                  {t('explain.through', { groups: through.join(', ') })} · {formatDateTime(activeFrom)}–
                  {formatDateTime(end)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {locked && !isBrief && (
        <section>
          <h3 className="section-title">{t('effect.open', { count: open.length })}</h3>
          <OpenList entries={open} />
        </section>
      )}
    </div>
  );
}

function Verdict({ verdict }: { verdict: NonNullable<Explanation['verdict']> }) {
  const { t } = useTranslation('locks');
  const { open, why, host, address, entries } = verdict;
  const Icon = open ? CheckmarkCircleFillIcon : XMarkOctagonFillIcon;
  return (
    <section className="lock-verdict" data-open={open} role="status">
      <Icon aria-hidden />
      <div>
        <h2>{t(open ? 'explain.verdict.open' : 'explain.verdict.shut', { host: host ?? address })}</h2>
        <p>{t(`explain.why.${why}`)}</p>
        {entries.length > 0 && <OpenList entries={entries} />}
      </div>
    </section>
  );
}
