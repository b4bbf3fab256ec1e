import { useTranslation } from 'react-i18next';

import { useFormField } from '#web/form/useFormField.ts';
import { textOf } from '#web/list/definition.ts';
import { TextField } from '#web/ui/TextField.tsx';

import { Color, firstColor } from '../contract.ts';
import { ColorPreview } from './ColorPreview.tsx';

/** A colour as text, with the browser's own picker beside it, and what the portal makes of it under. */
export function ColorInput({ name }: { name: string }) {
  const { t } = useTranslation('site');
  const field = useFormField(name);
  const typed = textOf(field.value);
  const color = Color.safeParse(typed).data;
  return (
    <div className="site-color">
      <TextField
        name={field.name}
        label={field.label}
        hint={field.hint}
        error={field.error}
        value={typed}
        onChange={field.set}
        onBlur={field.leave}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        after={
          <input
            type="color"
            className="site-picker"
            aria-label={t('pick')}
            value={color ?? firstColor}
            onChange={(event) => field.set(event.target.value)}
          />
        }
      />
      {color !== undefined && <ColorPreview color={color} />}
    </div>
  );
}
