/** Values, edits and validation problems of a form. */
import { useState } from 'react';

/** Problem texts by field name; `form` is for a problem that belongs to no single field. */
export type Problems = Readonly<Record<string, string | undefined>>;

/** The part of the form state that a labelled field uses. */
export interface FormField<V> {
  readonly value: V;
  readonly problem: string | undefined;
  readonly onChange: (value: V) => void;
}

/** Part of the form state used by a form's frame, independent of the type of the values. */
export interface FormControl {
  /** The values since the last edit; undefined before the first. */
  readonly edits: object | undefined;
  /** True if the values differ from the initial ones. */
  readonly isDirty: boolean;
  /** True if saving is disabled because problems are shown while the user is typing (`isEager`). */
  readonly isBlocked: boolean;
  /** Field problem, found by the form after the first save attempt or reported by the server. */
  readonly problemOf: (field: string) => string | undefined;
  /** Shows all problems from now on; returns true if there are none. */
  readonly attempt: () => boolean;
  /** Shows the server's refusal at its field; returns false if the form has no such field. */
  readonly refuse: (field: string, text: string) => boolean;
  /** Discards the edits; if `only` is given, edits made after it remain. */
  readonly reset: (only?: object) => void;
}

export interface FormState<T extends object> extends FormControl {
  readonly values: T;
  readonly set: (part: Partial<T>) => void;
  /** Changes a default after an `initial` function has run; does not count as an edit. */
  readonly setInitial: (part: Partial<T>) => void;
  readonly field: <K extends keyof T & string>(name: K) => FormField<T[K]>;
}

interface FormOptions<T> {
  problems?: (values: T) => Problems | undefined;
  /** Shows problems from the first edit, and disables saving while there are any. */
  isEager?: boolean;
  /** Field that shows the refusal of an API field, if any; by default, the value of that name. */
  fieldOf?: (name: string) => string | undefined;
}

/**
 * An `initial` function runs once, when the form opens. An `initial` value is followed until the
 * first edit, so that the form shows what another user has saved.
 */
export function useFormState<T extends object>(
  initial: T | (() => T),
  options: FormOptions<T> = {},
): FormState<T> {
  const { problems: problemsIn, isEager = false } = options;
  const [opened, setOpened] = useState(initial);
  const start = typeof initial === 'function' ? opened : initial;
  const [edited, setEdited] = useState<T>();
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<{ field: string; text: string }>();
  const values = edited ?? start;
  const { fieldOf = (name) => (name in values ? name : undefined) } = options;
  const problems = problemsIn?.(values) ?? {};
  const hasProblems = Object.values(problems).some((text) => text !== undefined);
  const problemOf = (field: string) =>
    (isTried || (isEager && edited !== undefined) ? problems[field] : undefined) ??
    (refused?.field === field ? refused.text : undefined);
  const set = (part: Partial<T>) => {
    setRefused(undefined);
    setEdited((old) => ({ ...(old ?? start), ...part }));
  };
  return {
    values,
    edits: edited,
    isDirty: edited !== undefined && !isSame(edited, start),
    isBlocked: isEager && hasProblems,
    problemOf,
    set,
    setInitial: (part) => {
      setOpened((old) => ({ ...old, ...part }));
      setEdited((old) => old && { ...old, ...part });
    },
    field: (name) => ({
      value: values[name],
      problem: problemOf(name),
      onChange: (value) => set({ [name]: value } as unknown as Partial<T>),
    }),
    attempt: () => {
      setTried(true);
      return !hasProblems;
    },
    refuse: (name, text) => {
      const field = fieldOf(name);
      if (field !== undefined) setRefused({ field, text });
      return field !== undefined;
    },
    reset: (only) => {
      setEdited((now) => (only === undefined || now === only ? undefined : now));
      setTried(false);
      setRefused(undefined);
    },
  };
}

/** Compares form values, which are plain data; NaN is the value of a rejected number. */
function isSame(one: object, other: object): boolean {
  const text = (value: object) =>
    JSON.stringify(value, (_, part: unknown) => (Number.isNaN(part) ? 'NaN' : part));
  return text(one) === text(other);
}
