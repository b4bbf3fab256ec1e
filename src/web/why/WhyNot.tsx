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
  return (
    <details className="why-not">
      <summary>
        {t('cannot')} <span className="meta">{cannot.length}</span>
      </summary>
      <dl>
        {cannot.map((why) => (
          <div key={why.act}>
            <dt>{textOf('why', `do.${of}.${why.act}`) ?? why.act}</dt>
            <dd>{say(why)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
