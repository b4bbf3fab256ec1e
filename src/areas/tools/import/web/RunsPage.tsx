import { PlusIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { ListPage } from '#web/list/ListPage.tsx';
import { useMay } from '#web/list/useMay.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';

import { type ImportRunRow, importRunList, imports } from '../contract.ts';
import { runLooks } from './looks.tsx';
import { useMayImport } from './useMayImport.ts';

const texts = { namespace: 'import' };
const nameOf = ({ fileName }: ImportRunRow) => fileName;
const hrefOf = ({ id }: ImportRunRow) => `/tools/import/${id}`;

/** Every import there has been, newest first (specification §2, "user import overview"). */
export function RunsPage() {
  const { t } = useTranslation('import');
  const mayImport = useMayImport();
  const mayDecide = useMay('import.decide');
  const mayManage = useMay('data-sources.manage');
  return (
    <ListPage
      list={importRunList}
      route={imports.runs}
      texts={texts}
      looks={runLooks}
      nameOf={nameOf}
      rowHref={hrefOf}
      primary={
        <>
          {mayDecide && <LinkButton to="/tools/identities">{t('identities')}</LinkButton>}
          {mayManage && <LinkButton to="/superadmin/data-sources">{t('sources')}</LinkButton>}
          {mayImport && (
            <LinkButton to="/tools/import/new" variant="primary" icon={<PlusIcon aria-hidden />}>
              {t('new')}
            </LinkButton>
          )}
        </>
      }
    />
  );
}
