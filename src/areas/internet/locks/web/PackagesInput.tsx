import { useTranslation } from 'react-i18next';

import { limits } from '#kernel/limits.ts';
import { useFormField } from '#web/form/useFormField.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';

interface PackagesInputProps {
  name: string;
  packages: readonly { id: number; name: string; scope: 'school' | 'global'; domains: readonly string[] }[];
}

const SHOWN = 3;

/** The packages a lock may open: everybody's and the school's, each with what is in it. */
export function PackagesInput({ name, packages }: PackagesInputProps) {
  const { t } = useTranslation('locks');
  const field = useFormField(name);
  const chosen: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  if (packages.length === 0) return null;
  const toggle = (id: number, isChosen: boolean) =>
    field.set(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset className="lock-packages">
      <legend className="ui-label">
        {field.label}
        <span className="ui-optional">
          {t('packages.count', { count: String(chosen.length), most: String(limits.lockPackages) })}
        </span>
      </legend>
      <div className="lock-packages-list">
        {packages.map(({ id, name: title, scope, domains }) => (
          <Checkbox
            key={id}
            name={`${name}.${id}`}
            label={title}
            hint={[
              t(`scope.${scope}`),
              domains.slice(0, SHOWN).join(', ') + (domains.length > SHOWN ? ' …' : ''),
            ].join(' · ')}
            isSelected={chosen.includes(id)}
            onChange={(isChosen) => toggle(id, isChosen)}
          />
        ))}
      </div>
      {field.error !== undefined && (
        <p className="ui-error" role="alert">
          {field.error}
        </p>
      )}
    </fieldset>
  );
}
