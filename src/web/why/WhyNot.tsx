import './why.css';
import { useTranslation } from 'react-i18next';

import type { Cannot } from '#kernel/why.ts';

import { textOf } from '../i18n.ts';
import { useWhy } from './words.ts';

interface WhyNotProps {
  /** What the acts are about; each has a text `do.<of>.<act>`. */
  of: 'user' | 'group';
  cannot: readonly Cannot[];
}

/**
 * What is not offered on a card is told here, on demand: each act with the rule that decided and who can grant it
 * (design.md §4). Nothing where everything is open.
 */
export function WhyNot({ of, cannot }: WhyNotProps) {
  const { t } = useTranslation('why');
  const say = useWhy();
  if (cannot.length === 0) return null;
  // Often one rule stands in the way of several acts; it is told once.
  const byReason = new Map<string, string[]>();
  for (const why of cannot) {
    const reason = say(why) ?? why.rule;
    const act = textOf('why', `do.${of}.${why.act}`) ?? why.act;
    byReason.set(reason, [...(byReason.get(reason) ?? []), act]);
  }
  return (
    <details className="why-not">
      <summary>
        {t('cannot')} <span className="meta">{cannot.length}</span>
      </summary>
      <dl>
        {[...byReason].map(([reason, acts]) => (
          <div key={reason}>
            <dt>{acts.join(' · ')}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
