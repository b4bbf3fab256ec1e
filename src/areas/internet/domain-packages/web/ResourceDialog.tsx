import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { domainProblems } from '#kernel/internet/domain.ts';
import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';

import { type ExamResource, examResources } from '../contract.ts';
import { touches } from './kinds.ts';

interface ResourceDialogProps {
  which: 'school' | 'global';
  /** All of the list, which is kept as a whole. */
  resources: readonly ExamResource[];
  /** The one that is changed; undefined for a new one. */
  resource: ExamResource | undefined;
  onClose: () => void;
}

const ROWS = 6;
const LONGEST_NAME = 64;

/** A name and its domains, put into the list it belongs to. */
export function ResourceDialog({ which, resources, resource, onClose }: ResourceDialogProps) {
  const { t } = useTranslation(['domain-packages', 'errors', 'form']);
  const [name, setName] = useState(resource?.name ?? '');
  const [text, setText] = useState(resource?.domains.join('\n') ?? '');
  const [wasTried, setWasTried] = useState(false);
  const write = useWrite(examResources.update, { touches });

  const domains = text.split(/[\s,;]+/).filter(Boolean);
  const [fault] = domainProblems(domains, 'domains');
  const required = (field: 'name' | 'domains') => t('form:problem.required', { label: t(`field.${field}`) });
  const nameError = name.trim() === '' ? required('name') : undefined;
  const domainsError =
    domains.length === 0
      ? required('domains')
      : fault && t(`problem.${fault.key}`, { domain: String(fault.params['domain']) });

  const save = async () => {
    setWasTried(true);
    if (nameError !== undefined || domainsError !== undefined) return;
    const others = resources.filter(({ id }) => id !== resource?.id);
    const changed = { ...(resource && { id: resource.id }), name: name.trim(), domains };
    try {
      await write.mutateAsync({ [which]: [...others, changed] });
      onClose();
    } catch {
      // Said below, by what the call was refused with.
    }
  };
  return (
    <Dialog
      title={resource ? t('resources.change', { name: resource.name }) : t('resources.new')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('form:cancel')}</Button>
          <Button variant="primary" isPending={write.isPending} onPress={() => void save()}>
            {t('form:save')}
          </Button>
        </>
      }
    >
      <div className="internet-resource-form">
        {write.error && (
          <Alert tone="danger" isLive>
            {refusalText(asRefusal(write.error), t)}
          </Alert>
        )}
        <TextField
          label={t('field.name')}
          error={wasTried ? nameError : undefined}
          maxLength={LONGEST_NAME}
          value={name}
          onChange={setName}
        />
        <TextArea
          label={t('field.domains')}
          hint={t('hint.domains')}
          error={wasTried ? domainsError : undefined}
          rows={ROWS}
          value={text}
          onChange={setText}
        />
      </div>
    </Dialog>
  );
}
