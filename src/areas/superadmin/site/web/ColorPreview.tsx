import { CheckmarkIcon } from '@navikt/aksel-icons';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';

import type { Output } from '#kernel/contract.ts';
import { useRead } from '#web/api/hooks.ts';

import { site } from '../contract.ts';

type Shades = Output<typeof site.shades>['Items'];

const schemes = ['light', 'dark'] as const;

/** The colour as buttons, links and chosen rows will have it, beside each other in light and in dark. */
export function ColorPreview({ color }: { color: string }) {
  const { t } = useTranslation('site');
  const { data, error } = useRead(site.shades, { color }, { handleErrors: false });
  if (error) return <p className="meta">{t('preview.failed')}</p>;
  return (
    <figure className="site-preview">
      <figcaption className="ui-label">{t('preview')}</figcaption>
      <div className="site-samples">
        {schemes.map((scheme) => (
          <div key={scheme} className="site-sample" style={data && styleOf(data.Items, scheme)}>
            <span className="meta">{t(`preview.${scheme}`)}</span>
            <span className="site-sample-button">{t('preview.button')}</span>
            <span className="site-sample-link">{t('preview.link')}</span>
            <span className="site-sample-row">
              <CheckmarkIcon aria-hidden />
              {t('preview.chosen')}
            </span>
          </div>
        ))}
      </div>
    </figure>
  );
}

/** The variables of the theme, for one sample alone; everything else in it follows the scheme by itself. */
function styleOf(shades: Shades, scheme: 'light' | 'dark'): CSSProperties {
  const style: CSSProperties = { colorScheme: scheme };
  for (const shade of shades) style[`--${shade.name}`] = shade[scheme];
  return style;
}
