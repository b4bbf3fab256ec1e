import './whom-to-ask.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';

import { primarySchool } from '../contract.ts';

/** Who looks after people and groups at the reader's school, with the ways to reach them. Nothing without a school. */
export function WhomToAsk() {
  const { t } = useTranslation(['primary-school', 'shell']);
  const { data } = useRead(primarySchool.ictGroupAdmins, {}, { handleErrors: false });
  const id = useId();
  const [first] = data?.Items ?? [];
  if (!data || !first) return null;
  return (
    <section className="card whom-to-ask" aria-labelledby={id}>
      <header>
        <h2 id={id} className="section-title">
          {t('ask.title', { school: first.school.name })}
        </h2>
        <p className="meta">{t('ask.text')}</p>
      </header>
      <ul>
        {data.Items.map(({ userName, displayName, role, email, mobilePhone }) => (
          <li key={`${userName} ${role}`}>
            <span>
              <strong>{displayName}</strong> <span className="meta">{t(`shell:role.${role}`)}</span>
            </span>
            <span className="whom-to-ask-ways">
              {mobilePhone !== null && <a href={`tel:${mobilePhone}`}>{mobilePhone}</a>}
              {email !== null && <a href={`mailto:${email}`}>{email}</a>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
