import { EyeIcon, EyeSlashIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { useFormField } from '#web/form/useFormField.ts';
import { textOf } from '#web/list/definition.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';

interface PasswordInputProps {
  name: string;
  hint?: string | undefined;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

/** Hidden until one asks to see it: it is somebody else's, and must be read out or written down. */
export function PasswordInput({ name, hint, isShown, onShow }: PasswordInputProps) {
  const { t } = useTranslation('passwords');
  const field = useFormField(name);
  const Icon = isShown ? EyeSlashIcon : EyeIcon;
  return (
    <TextField
      name={field.name}
      label={field.label}
      hint={hint}
      error={field.error}
      optional={field.optional}
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      spellCheck={false}
      value={textOf(field.value)}
      onChange={field.set}
      onBlur={field.leave}
      after={
        <IconButton
          label={t(isShown ? 'change.hide' : 'change.show')}
          size="small"
          onPress={() => onShow(!isShown)}
        >
          <Icon aria-hidden />
        </IconButton>
      }
    />
  );
}
