import { TrashIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { DomainsInput, lockAddress } from '#areas/internet/locks/web/shared.tsx';
import { useRead, useWrite } from '#web/api/hooks.ts';
import { CardState } from '#web/card/CardState.tsx';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';
import { refusalText } from '#web/form/refusal.ts';
import { formatDateTime, formatEnd } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { notify } from '#web/ui/notices.ts';

import type { PackageDetail } from '../contract.ts';
import { type Kind, kinds, touches } from './kinds.ts';

interface PackageCardProps {
  kind: Kind;
  id: number;
  onClose: () => void;
}

const ROWS = 10;

/** One package: its domains, and the locks that open it. */
export function PackageCard({ kind, id, onClose }: PackageCardProps) {
  const { t } = useTranslation('domain-packages');
  const { routes } = kinds[kind];
  const may = useMay(routes.update.permission);
  const read = useRead(routes.detail, { id }, { handleErrors: false });
  const found = read.data;
  if (!found || found.id !== id) {
    return (
      <Drawer title={t('one')} onClose={onClose}>
        <CardState read={{ ...read, data: undefined }} />
      </Drawer>
    );
  }
  return (
    <Drawer
      title={found.name}
      subtitle={<span>{`${found.changedBy}, ${formatDateTime(found.changed)}`}</span>}
      actions={may && <Remove kind={kind} found={found} onDone={onClose} />}
      onClose={onClose}
    >
      <div className="card-panel lock-card">
        <UsedBy found={found} />
        {may && found.inUse > 0 && <Alert tone="info">{t('inForce')}</Alert>}
        {may ? (
          <ContractForm
            route={routes.update}
            namespace="domain-packages"
            values={{ name: found.name, domains: found.domains }}
            fixed={{ id, version: found.version }}
            onlyChanged
            touches={touches}
          >
            <TextInput name="name" />
            <DomainsInput name="domains" rows={ROWS} />
          </ContractForm>
        ) : (
          <Domains found={found} isGlobal={kind === 'global'} />
        )}
      </div>
    </Drawer>
  );
}

function Domains({ found: { domains }, isGlobal }: { found: PackageDetail; isGlobal: boolean }) {
  const { t } = useTranslation('domain-packages');
  return (
    <section>
      <h3 className="section-title">{t('column.domains')}</h3>
      <ul className="lock-open">
        {domains.map((domain) => (
          <li key={domain} className="lock-domain">
            {domain}
          </li>
        ))}
      </ul>
      {isGlobal && <p className="meta">{t('readOnly')}</p>}
    </section>
  );
}

function UsedBy({ found: { usedBy, inUse } }: { found: PackageDetail }) {
  const { t } = useTranslation('domain-packages');
  return (
    <section>
      <h3 className="section-title">{t('usedBy')}</h3>
      {inUse === 0 && <p className="meta">{t('unused')}</p>}
      <ul className="lock-open">
        {usedBy.map(({ id, description, activeFrom, end }) => (
          <li key={id}>
            <a href={lockAddress(id)}>{description}</a>
            <span className="meta">{`${formatDateTime(activeFrom)}–${formatEnd(activeFrom, end)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RemoveProps {
  kind: Kind;
  found: PackageDetail;
  onDone: () => void;
}

function Remove({ kind, found: { id, name }, onDone }: RemoveProps) {
  const { t } = useTranslation(['domain-packages', 'errors', 'form']);
  const [asks, setAsks] = useState(false);
  const write = useWrite(kinds[kind].routes.remove);
  const remove = async () => {
    try {
      const { failed } = await write.mutateAsync({ ids: [id] });
      const [refusal] = failed;
      setAsks(false);
      if (refusal) {
        notify({ tone: 'danger', text: refusalText({ ...refusal, fields: [], traceId: '' }, t) });
        return;
      }
      notify({ tone: 'success', text: t('delete.done', { name }) });
      onDone();
    } catch {
      notify({ tone: 'danger', text: t('errors:save.failed') });
    }
  };
  return (
    <>
      <Button icon={<TrashIcon aria-hidden />} onPress={() => setAsks(true)}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        title={t('delete.title', { name })}
        confirmLabel={t('delete')}
        tone="danger"
        isOpen={asks}
        isPending={write.isPending}
        onConfirm={() => void remove()}
        onCancel={() => setAsks(false)}
      >
        {t('delete.text')}
      </ConfirmDialog>
    </>
  );
}
