/** What the fields of one form share. */
import type { AnyFormApi } from '@tanstack/react-form';
import { createContext, useContext } from 'react';
import type { z } from 'zod';

import type { FieldProblem } from '#kernel/errors.ts';

import type { Say } from './message.ts';

export interface FormScope {
  api: AnyFormApi;
  schema: z.ZodObject;
  labelOf: (name: string) => string;
  hintOf: (name: string) => string | undefined;
  say: Say;
  /** What the server refused, until the field is edited. */
  refused: ReadonlyMap<string, FieldProblem>;
  onEdit: (name: string) => void;
  /** The source that owns a field, which is then only shown. */
  ownerOf: (name: string) => string | undefined;
}

export const FormContext = createContext<FormScope | undefined>(undefined);

export function useFormScope(): FormScope {
  const scope = useContext(FormContext);
  if (!scope) throw new Error('A form field stands outside ContractForm');
  return scope;
}
