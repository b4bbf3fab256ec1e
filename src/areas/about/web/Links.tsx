import { CodeIcon, ExternalLinkIcon } from '@navikt/aksel-icons';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { SiteSettings } from '#areas/settings/contract.ts';
import { useSessionState } from '#web/session.ts';
import { useShellContext } from '#web/shell/useShellContext.ts';

/** The portal's pages about itself. One whose address the owner has not set says so: the law asks for the first. */
export function Links({ site }: { site: SiteSettings }) {
  const { t } = useTranslation(['about', 'shell']);
  const { session } = useShellContext();
  const mayApi = useSessionState(session)?.me?.permissions.includes('api-reference.read') ?? false;
  const pages = [
    { name: 'accessibility', url: site.accessibilityStatementUrl },
    { name: 'privacy', url: site.privacyUrl },
    { name: 'support', url: site.supportUrl },
  ] as const;
  return (
    <section className="card about-part">
      <h2 className="section-title">{t('about:links')}</h2>
      <ul className="about-links">
        {pages.map(({ name, url }) => (
          <li key={name}>
            {url === null ? (
              <strong>{t(`about:${name}`)}</strong>
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                {t(`about:${name}`)}
                <ExternalLinkIcon aria-hidden />
              </a>
            )}
            <span className="meta">
              {t(`about:${name}Text`)} {url === null && t('about:notSet')}
            </span>
          </li>
        ))}
        {mayApi && (
          <li>
            <Link to="/api-reference">
              {t('shell:title.apiReference')}
              <CodeIcon aria-hidden />
            </Link>
            <span className="meta">{t('about:apiText')}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
