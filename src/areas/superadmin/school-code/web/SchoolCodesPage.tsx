import { ListPage } from '#web/list/ListPage.tsx';
import type { Looks } from '#web/list/look.ts';

import { type SchoolCode, schoolCodeList, schoolCodes } from '../contract.ts';
import { SchoolCodeCard } from './SchoolCodeCard.tsx';
import { statusTones } from './tones.ts';

const texts = { namespace: 'school-code' };
const nameOf = ({ name }: SchoolCode) => name;
const looks: Looks<SchoolCode> = { choices: { status: { as: 'status', tones: statusTones } } };

/** Every school with its code, and whether it has a secret that holds. */
export function SchoolCodesPage() {
  return (
    <ListPage
      list={schoolCodeList}
      route={schoolCodes.list}
      texts={texts}
      looks={looks}
      nameOf={nameOf}
      card={({ key, close }) => <SchoolCodeCard key={key} code={key} onClose={close} />}
    />
  );
}
