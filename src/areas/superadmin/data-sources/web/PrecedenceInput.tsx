import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { useFormField } from '#web/form/useFormField.ts';
import { textOf } from '#web/list/definition.ts';
import { TextField } from '#web/ui/TextField.tsx';

import { sharedFields } from '../contract.ts';

const Precedence = z.partialRecord(z.enum(sharedFields), z.number()).catch({});
const HIGHEST = 99;

/** Where a source is better, or worse, informed about one thing than its own place says. */
export function PrecedenceInput() {
  const { t } = useTranslation('data-sources');
  const field = useFormField('precedence');
  const place = useFormField('place');
  const precedence = Precedence.parse(field.value);
  const set = (name: (typeof sharedFields)[number], text: string) => {
    const { [name]: _, ...others } = precedence;
    const digits = text.replaceAll(/\D/g, '');
    const chosen = Math.min(Math.max(Number(digits), 1), HIGHEST);
    field.set(digits === '' ? others : { ...others, [name]: chosen });
  };
  return (
    <fieldset className="source-limits">
      <legend className="ui-label">{t('field.precedence')}</legend>
      <p className="ui-hint">{t('hint.precedence')}</p>
      <div className="source-precedence">
        {sharedFields.map((name) => (
          <TextField
            key={name}
            label={t(`shared.${name}`)}
            inputMode="numeric"
            placeholder={textOf(place.value)}
            value={String(precedence[name] ?? '')}
            onChange={(text) => set(name, text)}
          />
        ))}
      </div>
    </fieldset>
  );
}
