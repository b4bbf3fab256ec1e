import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { formatNumber } from '#web/format.ts';
import { Button } from '#web/ui/Button.tsx';

import { about } from '../contract.ts';

/** The packages the portal is made of, each with its licence. */
export function Credits() {
  const { t } = useTranslation('about');
  const [isOpen, setOpen] = useState(false);
  const { data } = useRead(about.credits, {}, { handleErrors: false });
  if (!data) return null;
  return (
    <section className="card about-part">
      <h2 className="section-title">{t('credits')}</h2>
      <p>{t('creditsText', { count: data.Items.length, formatted: formatNumber(data.Items.length) })}</p>
      <div>
        <Button size="small" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? t('creditsHide') : t('creditsShow')}
        </Button>
      </div>
      {isOpen && (
        <table className="about-credits">
          <thead>
            <tr>
              <th scope="col">{t('package')}</th>
              <th scope="col">{t('version')}</th>
              <th scope="col">{t('license')}</th>
            </tr>
          </thead>
          <tbody>
            {data.Items.map(({ name, version, license }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{version}</td>
                <td>{license}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
