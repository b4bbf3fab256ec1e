import './Field.css';
import { MinusIcon, PlusIcon } from '@navikt/aksel-icons';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaProps,
} from 'react-aria-components/NumberField';

import { type FieldBasics, FieldFrame } from './FieldFrame.tsx';

export interface NumberFieldProps extends FieldBasics, Omit<AriaProps, 'children' | 'className' | 'style'> {}

/** Reads and writes numbers the Norwegian way whatever the language. An empty field is NaN. */
export function NumberField({ label, hint, error, optional, ...rest }: NumberFieldProps) {
  return (
    <I18nProvider locale="nb-NO">
      <AriaNumberField
        {...rest}
        validationBehavior="aria"
        isInvalid={error !== undefined}
        className="ui-field"
      >
        <FieldFrame label={label} hint={hint} error={error} optional={optional}>
          <Group className="ui-control">
            <Input />
            <Button slot="decrement" className="ui-control-button">
              <MinusIcon aria-hidden />
            </Button>
            <Button slot="increment" className="ui-control-button">
              <PlusIcon aria-hidden />
            </Button>
          </Group>
        </FieldFrame>
      </AriaNumberField>
    </I18nProvider>
  );
}
