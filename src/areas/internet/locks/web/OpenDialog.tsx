import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { groups } from '#areas/groups/contract.ts';
import { users } from '#areas/users/contract.ts';
import { personName } from '#areas/users/web/shared.tsx';
import type { BulkResult } from '#kernel/bulk.ts';
import { useRead } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { LongTextInput } from '#web/form/fields.tsx';
import { Reasons } from '#web/form/Reasons.tsx';
import { useFormField } from '#web/form/useFormField.ts';
import { dateInOslo } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { Option } from '#web/ui/option.ts';
import { PickList } from '#web/ui/PickList.tsx';

import { type LockDetail, locks } from '../contract.ts';
import { MomentInput } from './MomentInput.tsx';

/** For some of those under a lock, or for one person in spite of every lock over them. */
export type OpenWish =
  | { lock: LockDetail }
  | { person: { userName: string; displayName: string }; locks: readonly { id: number; end: string }[] };

interface OpenDialogProps {
  wish: OpenWish;
  onClose: () => void;
}

const MOST_HITS = 50;

/** Opens the internet in spite of a lock: for a while, or for as long as it lasts. */
export function OpenDialog({ wish, onClose }: OpenDialogProps) {
  const { t } = useTranslation('locks');
  const title = 'lock' in wish ? t('open.title') : t('open.for', { name: wish.person.displayName });
  const [outcome, setOutcome] = useState<BulkResult>();
  if (outcome && outcome.failed.length > 0) {
    return (
      <Dialog title={title} isOpen onClose={onClose} footer={<Button onPress={onClose}>{t('close')}</Button>}>
        {outcome.succeeded.length > 0 && (
          <Alert tone="success">{t('open.done', { count: outcome.succeeded.length })}</Alert>
        )}
        <Reasons title={t('open.left', { count: outcome.failed.length })} failed={outcome.failed} />
      </Dialog>
    );
  }
  const over = 'lock' in wish ? [wish.lock] : wish.locks;
  const userNames = 'lock' in wish ? [] : [wish.person.userName];
  return (
    <Dialog title={title} isOpen onClose={onClose} width="wide">
      <ContractForm
        route={locks.openUsers}
        namespace="locks"
        values={{ userNames, until: '', comment: '' }}
        fixed={{ lockIds: over.map(({ id }) => id) }}
        touches={['user']}
        saveLabel={t('open.save')}
        onCancel={onClose}
        onSaved={(result) => (result.failed.length > 0 ? setOutcome(result) : onClose())}
      >
        {'lock' in wish && <People name="userNames" groupName={onlyGroupOf(wish.lock)} />}
        <MomentInput name="until" today={dateInOslo(firstEnd(over))} />
        <LongTextInput name="comment" />
      </ContractForm>
    </Dialog>
  );
}

const onlyGroupOf = ({ groups: on }: LockDetail): string | undefined =>
  on.length === 1 ? on.find(({ kind }) => kind === 'group')?.name : undefined;

/** Moments of one form: what is first in the alphabet is first in time. */
const firstEnd = (over: readonly { end: string }[]): string => over.map(({ end }) => end).toSorted()[0] ?? '';

interface Found {
  userName: string;
  firstName: string;
  lastName: string;
  className?: string | null;
}

interface PeopleProps {
  name: string;
  /** The lock's one group, whose people stand there before anything is searched for. */
  groupName: string | undefined;
}

function People({ name, groupName }: PeopleProps) {
  const { t } = useTranslation('locks');
  const field = useFormField(name);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  const isAsked = search.length >= 2;
  const quiet = { handleErrors: false };
  const members = useRead(
    groups.users,
    { groupName: groupName ?? '', search, pageSize: MOST_HITS, memberKind: 'students' },
    { enabled: groupName !== undefined, ...quiet },
  );
  const anybody = useRead(
    users.list,
    { search, pageSize: MOST_HITS, userType: 'students' },
    { enabled: groupName === undefined && isAsked, ...quiet },
  );
  const read = groupName === undefined ? anybody : members;
  const found: readonly Found[] = read.data?.Items ?? [];
  const hits = found.map((user) => ({
    value: user.userName,
    label: personName(user),
    note: [user.userName, user.className].filter(Boolean).join(' · '),
  }));
  return (
    <div role="group" aria-label={field.label}>
      <PickList
        label={t('open.find')}
        onSearch={setSearch}
        hits={isAsked || groupName !== undefined ? hits : undefined}
        isSearching={read.isFetching}
        chosen={chosen}
        onChange={(next) => {
          setChosen(next);
          field.set(next.map(({ value }) => value));
        }}
      />
      {field.error !== undefined && (
        <p className="ui-error" role="alert">
          {field.error}
        </p>
      )}
    </div>
  );
}
