import './paste.css';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';

import type { Candidate } from '../contract.ts';
import { type Decisions, type Line, sortLines } from './pasted.ts';

const NOBODY = '-';

interface FoundPeopleProps {
  lines: readonly Line[];
  /** What can be done with those who are chosen, at the foot. */
  acts: (people: readonly Candidate[]) => ReactNode;
}

/** Three piles: those who are found, those of whom there are several, those nobody knows. */
export function FoundPeople({ lines, acts }: FoundPeopleProps) {
  const { t } = useTranslation('many');
  const findsByNumber = useMay('national-number.show');
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { found, doubtful, unknown, twice } = sortLines(lines, decisions);
  const chosen = found.filter(({ userName }) => !left.has(userName));
  const open = doubtful.filter(({ place }) => !decisions.has(place)).length;

  const decide = (place: number, userName: string) =>
    setDecisions(new Map(decisions).set(place, userName === NOBODY ? undefined : userName));
  const toggle = (userName: string, isIn: boolean) => {
    const next = new Set(left);
    if (isIn) next.delete(userName);
    else next.add(userName);
    setLeft(next);
  };
  return (
    <>
      <div role="status">
        <dl className="paste-counts">
          <Count term={t('paste.found')} count={found.length} />
          <Count term={t('paste.doubtful')} count={open} />
          <Count term={t('paste.unknown')} count={unknown.length} />
        </dl>
      </div>
      {doubtful.length > 0 && (
        <section className="card paste-box">
          <h2 className="section-title">{t('paste.doubtful')}</h2>
          {doubtful.map(({ place, text, candidates }) => (
            <RadioGroup
              key={place}
              label={t('paste.doubtTitle', { line: text })}
              value={decisions.has(place) ? (decisions.get(place) ?? NOBODY) : undefined}
              onChange={(userName) => decide(place, userName)}
              options={[
                ...candidates.map((one) => ({
                  value: one.userName,
                  label: one.displayName,
                  hint: placeOf(one),
                })),
                { value: NOBODY, label: t('paste.nobody') },
              ]}
            />
          ))}
        </section>
      )}
      {unknown.length > 0 && (
        <Alert tone="warning" title={`${t('paste.unknown')}: ${formatNumber(unknown.length)}`}>
          <p>{t('paste.unknownText')}</p>
          {!findsByNumber && unknown.some(({ isNumber }) => isNumber) && <p>{t('paste.numbersNotAsked')}</p>}
          <ul className="paste-unknown">
            {unknown.map(({ place, text }) => (
              <li key={place}>{text}</li>
            ))}
          </ul>
        </Alert>
      )}
      {found.length > 0 && (
        <section className="card paste-box">
          <header>
            <h2 className="section-title">
              {t('paste.found')} <span className="meta">{formatNumber(found.length)}</span>
            </h2>
            <p className="meta">
              {t('paste.foundText')}{' '}
              {twice > 0 && t('paste.twice', { count: twice, number: formatNumber(twice) })}
            </p>
          </header>
          <ul className="paste-found">
            {found.map((one) => (
              <li key={one.userName}>
                <Checkbox
                  label={one.displayName}
                  isSelected={!left.has(one.userName)}
                  onChange={(isIn) => toggle(one.userName, isIn)}
                />
                <span className="meta">{placeOf(one)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {chosen.length > 0 && acts(chosen)}
    </>
  );
}

const placeOf = ({ userName, className, school }: Candidate): string =>
  [userName, className, school?.name].filter(Boolean).join(' · ');

function Count({ term, count }: { term: string; count: number }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{formatNumber(count)}</dd>
    </div>
  );
}
