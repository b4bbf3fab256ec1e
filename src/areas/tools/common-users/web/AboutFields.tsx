import { LongTextInput, TextInput } from '#web/form/fields.tsx';
import { PersonInput } from '#web/form/PersonInput.tsx';

import type { CommonUser } from '../contract.ts';

/** What the account is called, what it is for, and who answers for it. */
export function AboutFields({ responsible }: { responsible?: CommonUser['responsible'] }) {
  return (
    <>
      <TextInput name="displayName" />
      <LongTextInput name="description" />
      <PersonInput name="responsible" userType="employees" initial={responsible} />
    </>
  );
}
