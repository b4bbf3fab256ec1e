import './lock-form.css';
import './locks.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { lockForm, type LockTemplate } from '#areas/internet/lock-form/contract.ts';
import { limits } from '#kernel/limits.ts';
import { useRead } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { CheckInput, RadioInput, TextInput } from '#web/form/fields.tsx';
import { useFormScope } from '#web/form/scope.ts';
import { dateInOslo } from '#web/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Select } from '#web/ui/Select.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import { locks } from '../contract.ts';
import { DomainsInput } from './DomainsInput.tsx';
import { Effect } from './Effect.tsx';
import { EndChoices } from './EndChoices.tsx';
import { copied, firstValues, groupsOf, type LockWish, valuesOf } from './first-values.ts';
import { GroupsInput } from './GroupsInput.tsx';
import { MomentInput } from './MomentInput.tsx';
import { PackagesInput } from './PackagesInput.tsx';
import { useDraft } from './preview.ts';

interface LockDialogProps {
  wish: LockWish;
  onClose: () => void;
}

const chats = ['none', 'restricted', 'blocked'] as const;
const touches = ['home', 'domaingroup', 'examgroup'] as const;

/** A lock is made, copied or changed, with what it will do beside it while one writes. */
export function LockDialog({ wish, onClose }: LockDialogProps) {
  const { t } = useTranslation('locks');
  const { data: choices } = useRead(lockForm.choices, {}, { handleErrors: false });
  const title = wish.kind === 'change' ? t('form.change', { name: wish.lock.description }) : t('form.new');
  return (
    <Dialog title={title} isOpen onClose={onClose} width="wide">
      {choices ? <Form wish={wish} choices={choices} onClose={onClose} /> : <SkeletonLines lines={8} />}
    </Dialog>
  );
}

type Choices = Parameters<typeof Fields>[0]['choices'];

function Form({ wish, choices, onClose }: LockDialogProps & { choices: Choices }) {
  const { t } = useTranslation('locks');
  const shared = { namespace: 'locks', touches, onSaved: onClose, onCancel: onClose };
  const groups = groupsOf(wish);
  if (wish.kind !== 'change') {
    return (
      <ContractForm
        route={locks.add}
        values={wish.kind === 'copy' ? copied(wish.lock, choices.now) : firstValues(wish, choices.now)}
        saveLabel={t('form.make')}
        {...shared}
      >
        <Fields wish={wish} groups={groups} choices={choices} />
      </ContractForm>
    );
  }
  const { lock } = wish;
  const { groupNames, immediate, start, chat, examResources, ...changeable } = valuesOf(lock);
  const whole = { groupNames, immediate, start, chat, examResources, ...changeable };
  return (
    <ContractForm
      route={locks.update}
      values={lock.status === 'active' ? changeable : whole}
      fixed={{ id: lock.id, version: lock.version }}
      onlyChanged
      {...shared}
    >
      <Fields wish={wish} groups={groups} choices={choices} />
    </ContractForm>
  );
}

interface FieldsProps {
  wish: LockWish;
  groups: ReturnType<typeof groupsOf>;
  choices: {
    packages: Parameters<typeof PackagesInput>[0]['packages'];
    templates: readonly LockTemplate[];
    lessons: readonly { start: string; end: string }[];
    now: string;
  };
}

function Fields({ wish, groups, choices }: FieldsProps) {
  const { t } = useTranslation('locks');
  const draft = useDraft();
  const hasBegun = wish.kind === 'change' && wish.lock.status === 'active';
  const today = dateInOslo(choices.now);
  const initial = groups.map(({ name, displayName }) => ({ value: name, label: displayName }));
  const start = hasBegun ? wish.lock.activeFrom : draft.immediate ? choices.now : draft.start;
  return (
    <div className="lock-form">
      <div className="lock-fields">
        {wish.kind === 'new' && choices.templates.length > 0 && <Template templates={choices.templates} />}
        <TextInput name="description" />
        {!hasBegun && (
          <>
            <GroupsInput name="groupNames" initial={initial} />
            <CheckInput name="immediate" />
            {!draft.immediate && <MomentInput name="start" today={today} />}
          </>
        )}
        <MomentInput name="end" today={start === '' ? today : dateInOslo(start)} />
        <EndChoices start={start} lessons={choices.lessons} />
        <PackagesInput name="domainPackageIds" packages={choices.packages} />
        <DomainsInput name="ownDomains" most={limits.lockOwnDomains} />
        {!hasBegun && (
          <>
            <Resources />
            <RadioInput
              name="chat"
              options={chats.map((value) => ({ value, label: t(`choice.chat.${value}`) }))}
            />
          </>
        )}
      </div>
      <Effect lock={wish.kind === 'change' ? wish.lock : undefined} />
    </div>
  );
}

/** Only exam users have exam resources, so the box is there when an exam is chosen. */
function Resources() {
  const draft = useDraft();
  const { data } = useRead(lockForm.targets, { search: '' }, { handleErrors: false });
  const hasExam = data?.Items.some(({ name, kind }) => kind === 'exam' && draft.groupNames.includes(name));
  return hasExam === true || draft.examResources ? <CheckInput name="examResources" /> : null;
}

const NONE = 'none';

/** A template fills in what a lock opens and shuts; groups and times are always one's own. */
function Template({ templates }: { templates: readonly LockTemplate[] }) {
  const { t } = useTranslation('locks');
  const { api } = useFormScope();
  const [chosen, setChosen] = useState(NONE);
  const choose = (value: string) => {
    setChosen(value);
    const template = templates.find(({ id }) => String(id) === value);
    if (!template) return;
    const { id: _id, name: _name, ...settings } = template;
    for (const [field, setting] of Object.entries(settings)) api.setFieldValue(field, setting);
  };
  return (
    <Select
      label={t('template')}
      value={chosen}
      options={[
        { value: NONE, label: t('template.none') },
        ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={choose}
    />
  );
}
