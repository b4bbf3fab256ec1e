import './about.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { formatNumber } from '#web/format.ts';
import { textOf } from '#web/i18n.ts';
import { referenceOf } from '#web/list/ListStates.tsx';
import { useSessionState } from '#web/session.ts';
import { DeniedPage } from '#web/shell/DeniedPage.tsx';
import { Page } from '#web/shell/Page.tsx';
import { useShellContext } from '#web/shell/useShellContext.ts';
import { AnchorButton } from '#web/ui/LinkButton.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';
import { ErrorState, NoHits } from '#web/ui/States.tsx';

import { ApiCallDetails } from './ApiCallDetails.tsx';
import { type ApiCall, callsOf, descriptionRoute } from './reference.ts';

const ADDRESS = '/api/openapi.json';

/** Every call of the portal for those who write programs against it, from the description the server makes. */
export function ApiReferencePage() {
  const { t } = useTranslation(['about', 'shell']);
  const { session } = useShellContext();
  const mayRead = useSessionState(session)?.me?.permissions.includes('api-reference.read') ?? false;
  const read = useRead(descriptionRoute, {}, { handleErrors: false, enabled: mayRead });
  const { search = '' }: { search?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const calls = useMemo(() => (read.data === undefined ? [] : callsOf(read.data)), [read.data]);
  const asked = useDeferredValue(search);
  const hits = useMemo(() => narrow(calls, asked), [calls, asked]);
  const find = (text: string) =>
    void navigate({
      to: '.',
      search: { search: text || undefined },
      replace: true,
      resetScroll: false,
    });

  if (!mayRead) return <DeniedPage title={t('shell:title.apiReference')} />;
  return (
    <Page
      title={t('shell:title.apiReference')}
      count={calls.length > 0 ? formatNumber(hits.length) : undefined}
      lead={t('about:api.lead')}
      acts={<AnchorButton href={ADDRESS}>{t('about:api.file31')}</AnchorButton>}
    >
      {read.error ? (
        <ErrorState
          title={t('about:api.failed')}
          onRetry={() => void read.refetch()}
          isRetrying={read.isFetching}
          reference={referenceOf(read.error)}
        />
      ) : calls.length === 0 ? (
        <SkeletonLines lines={10} />
      ) : (
        <>
          <div className="api-search">
            <SearchField label={t('about:api.search')} value={search} onChange={find} slashShortcut />
          </div>
          {hits.length === 0 ? (
            <NoHits title={t('about:api.none')} onReset={() => find('')} />
          ) : (
            <ByArea calls={hits} />
          )}
        </>
      )}
    </Page>
  );
}

/** Every word of the search, anywhere. */
function narrow(calls: readonly ApiCall[], search: string): readonly ApiCall[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? calls : calls.filter(({ text }) => words.every((word) => text.includes(word)));
}

function ByArea({ calls }: { calls: readonly ApiCall[] }) {
  const { t } = useTranslation('about');
  const areas = [...Map.groupBy(calls, ({ area }) => area)].map(([area, own]) => ({
    area,
    own,
    name: textOf('about', `api.tag.${area}`) ?? `/${area}`,
  }));
  return (
    <div className="api-page">
      <nav aria-label={t('api.areas')} className="api-areas">
        {areas.map(({ area, own, name }) => (
          <a key={area} href={`#api-${area}`}>
            {name} <span>{own.length}</span>
          </a>
        ))}
      </nav>
      <div className="api-calls">
        {areas.map(({ area, own, name }) => (
          <section key={area} id={`api-${area}`} aria-labelledby={`api-${area}-title`}>
            <h2 id={`api-${area}-title`} className="section-title">
              {name}
            </h2>
            <div className="api-list">
              {own.map((one) => (
                <ApiCallDetails key={one.id} call={one} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}
