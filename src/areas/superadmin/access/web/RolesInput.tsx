import './access.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormField } from '#web/form/useFormField.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';

import { schoolRoles } from '../contract.ts';

/** Which roles: a box for each, with what it opens under it. */
export function RolesInput() {
  const { t } = useTranslation(['access', 'shell']);
  const field = useFormField('roles');
  const id = useId();
  const chosen: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  const toggle = (role: string, isChosen: boolean) =>
    field.set(schoolRoles.filter((one) => (one === role ? isChosen : chosen.includes(one))));
  return (
    <fieldset className="access-roles" aria-describedby={field.error === undefined ? undefined : id}>
      <legend className="ui-label">{field.label}</legend>
      {schoolRoles.map((role) => (
        <Checkbox
          key={role}
          name={field.name}
          label={t(`shell:role.${role}`)}
          hint={t(`access:opens.${role}`)}
          isSelected={chosen.includes(role)}
          onChange={(isChosen) => toggle(role, isChosen)}
          onBlur={field.leave}
        />
      ))}
      {field.error !== undefined && (
        <p id={id} className="ui-error">
          {field.error}
        </p>
      )}
    </fieldset>
  );
}
