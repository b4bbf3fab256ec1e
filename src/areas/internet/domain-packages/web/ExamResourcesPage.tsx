import { PencilIcon, PlusIcon, TrashIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { InternetTabs } from '#areas/internet/locks/web/shared.tsx';
import { useRead, useWrite } from '#web/api/hooks.ts';
import { useMay } from '#web/list/useMay.ts';
import { useSessionState } from '#web/session.ts';
import { Page } from '#web/shell/Page.tsx';
import { useShellContext } from '#web/shell/useShellContext.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { later } from '#web/ui/later.tsx';
import { notify } from '#web/ui/notices.ts';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import { type ExamResource, examResources } from '../contract.ts';
import { touches } from './kinds.ts';

const ResourceDialog = later(async () => (await import('./ResourceDialog.tsx')).ResourceDialog);

/** Allowed net-based aids of exams: everybody's, and the school's own (specification §2 "Exam resources"). */
export function ExamResourcesPage() {
  const { t } = useTranslation('domain-packages');
  const { data } = useRead(examResources.get, {}, { handleErrors: false });
  const may = useMay(examResources.update.permission);
  const mayAll = useMay('domains.global');
  const { session } = useShellContext();
  const school = useSessionState(session)?.me?.currentSchool;
  return (
    <Page title={t('resources.title')} lead={t('resources.lead')}>
      <InternetTabs />
      <div className="internet-lists">
        {!data && <SkeletonLines lines={6} />}
        {data && school && (
          <Resources
            which="school"
            title={t('always.schoolTitle', { school: school.name })}
            resources={data.school}
            isEditable={may}
          />
        )}
        {data && (
          <Resources
            which="global"
            title={t('always.globalTitle')}
            resources={data.global}
            isEditable={may && mayAll}
          />
        )}
      </div>
    </Page>
  );
}

interface ResourcesProps {
  which: 'school' | 'global';
  title: string;
  resources: ExamResource[];
  isEditable: boolean;
}

type Asked = { act: 'new' } | { act: 'change' | 'remove'; resource: ExamResource };

function Resources({ which, title, resources, isEditable }: ResourcesProps) {
  const { t } = useTranslation('domain-packages');
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <section className="card" aria-label={title}>
      <header className="internet-list-head">
        <h2 className="section-title">{title}</h2>
        {isEditable && (
          <Button size="small" icon={<PlusIcon aria-hidden />} onPress={() => setAsked({ act: 'new' })}>
            {t('resources.new')}
          </Button>
        )}
      </header>
      {resources.length === 0 && <p className="meta">{t('resources.none')}</p>}
      <ul className="lock-open">
        {resources.map((resource) => (
          <li key={resource.id} className="internet-resource">
            <span>
              <strong>{resource.name}</strong>
              <span className="meta">{resource.domains.join(', ')}</span>
            </span>
            {isEditable && (
              <span>
                <IconButton
                  label={t('resources.change', { name: resource.name })}
                  onPress={() => setAsked({ act: 'change', resource })}
                >
                  <PencilIcon aria-hidden />
                </IconButton>
                <IconButton
                  label={t('resources.remove', { name: resource.name })}
                  onPress={() => setAsked({ act: 'remove', resource })}
                >
                  <TrashIcon aria-hidden />
                </IconButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      {asked && asked.act !== 'remove' && (
        <ResourceDialog
          which={which}
          resources={resources}
          resource={asked.act === 'change' ? asked.resource : undefined}
          onClose={close}
        />
      )}
      {asked?.act === 'remove' && (
        <Remove which={which} resources={resources} resource={asked.resource} onClose={close} />
      )}
    </section>
  );
}

interface RemoveProps {
  which: 'school' | 'global';
  resources: readonly ExamResource[];
  resource: ExamResource;
  onClose: () => void;
}

function Remove({ which, resources, resource, onClose }: RemoveProps) {
  const { t } = useTranslation(['domain-packages', 'errors']);
  const write = useWrite(examResources.update, { touches });
  const remove = async () => {
    try {
      await write.mutateAsync({ [which]: resources.filter(({ id }) => id !== resource.id) });
      notify({ tone: 'success', text: t('resources.removed', { name: resource.name }) });
    } catch {
      notify({ tone: 'danger', text: t('errors:save.failed') });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('resources.removeTitle', { name: resource.name })}
      confirmLabel={t('delete')}
      tone="danger"
      isOpen
      isPending={write.isPending}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {t('resources.removeText')}
    </ConfirmDialog>
  );
}
