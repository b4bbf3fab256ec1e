import './lock-form.css';
import './locks.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { lockForm, type LockTemplate } from '#areas/internet/lock-form/contract.ts';
import { addDays, osloMoment } from '#kernel/dates.ts';
import { limits } from '#kernel/limits.ts';
import { useRead } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { CheckInput, RadioInput, TextInput } from '#web/form/fields.tsx';
import { useFormScope } from '#web/form/scope.ts';
import { dateInOslo, formatTime } from '#web/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Select } from '#web/ui/Select.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import { type LockDetail, type LockGroup, locks } from '../contract.ts';
import { DomainsInput } from './DomainsInput.tsx';
import { Effect } from './Effect.tsx';
import { EndChoices } from './EndChoices.tsx';
import { GroupsInput } from './GroupsInput.tsx';
import { MomentInput } from './MomentInput.tsx';
import { PackagesInput } from './PackagesInput.tsx';
import { useDraft } from './preview.ts';

/** The day of an exam that the lock is for. */
export interface ExamDayWish {
  name: string;
  /** ISO. */
  day: string;
}

export type LockWish =
  | { kind: 'new'; groups?: readonly LockGroup[]; day?: ExamDayWish }
  | { kind: 'copy' | 'change'; lock: LockDetail };

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
        values={
          wish.kind === 'copy'
            ? copied(wish.lock, choices.now)
            : { ...empty(groups), ...dayOf(wish, choices.now) }
        }
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

const groupsOf = (wish: LockWish): readonly LockGroup[] =>
  wish.kind === 'new' ? (wish.groups ?? []) : wish.lock.groups;

const empty = (groups: readonly LockGroup[]) => ({
  description: '',
  groupNames: groups.map(({ name }) => name),
  immediate: true,
  start: '',
  end: '',
  ownDomains: [] as string[],
  domainPackageIds: [] as number[],
  examResources: false,
  chat: 'none',
});

const dayOf = (wish: LockWish, now: string) => (wish.kind === 'new' && wish.day ? onDay(wish.day, now) : {});

/** An exam has only a day, so the lock starts with usual school hours. The teacher adjusts them. */
const EXAM_HOURS = { start: '08:30', end: '15:00' } as const;

/** The exam's day and name; at once only where its hours have begun. */
function onDay({ name, day }: ExamDayWish, now: string) {
  const start = osloMoment(day, EXAM_HOURS.start);
  const end = osloMoment(day, EXAM_HOURS.end);
  const hasBegun = start <= new Date(now);
  return {
    description: name,
    examResources: true,
    immediate: hasBegun,
    start: hasBegun ? '' : start.toISOString(),
    end: end > new Date(now) ? end.toISOString() : '',
  };
}

const valuesOf = (lock: LockDetail) => ({
  description: lock.description,
  groupNames: lock.groupNames,
  immediate: lock.immediate,
  start: lock.start,
  end: lock.end,
  ownDomains: lock.ownDomains,
  domainPackageIds: lock.domainPackages.map(({ id }) => id),
  examResources: lock.examResources,
  chat: lock.chat,
});

/** The same hours, on the same weekday of the first week that is still to come. */
function copied(lock: LockDetail, now: string) {
  const later = (moment: string) => {
    let day = dateInOslo(moment);
    while (osloMoment(day, formatTime(lock.start)) <= new Date(now)) day = addDays(day, 7);
    return day;
  };
  const startDay = later(lock.start);
  const lengthMs = Date.parse(lock.end) - Date.parse(lock.start);
  const start = osloMoment(startDay, formatTime(lock.start));
  return {
    ...valuesOf(lock),
    immediate: false,
    start: start.toISOString(),
    end: new Date(start.getTime() + lengthMs).toISOString(),
  };
}

interface FieldsProps {
  wish: LockWish;
  groups: readonly LockGroup[];
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
