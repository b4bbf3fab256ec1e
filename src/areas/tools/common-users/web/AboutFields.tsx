import { EmployeeInput } from '#areas/superadmin/access/web/shared.tsx';
import { LongTextInput, TextInput } from '#web/form/fields.tsx';

import type { CommonUser } from '../contract.ts';

/** What the account is called, what it is for, and who answers for it. */
export function AboutFields({ responsible }: { responsible?: CommonUser['responsible'] }) {
  return (
    <>
      <TextInput name="displayName" />
      <LongTextInput name="description" />
      <EmployeeInput name="responsible" initial={responsible ?? undefined} />
    </>
  );
}
