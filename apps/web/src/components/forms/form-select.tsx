import { Select, type SelectProps } from 'antd';
import { Field, type FieldProps } from './field.tsx';

type OwnSelectProps = Pick<
  SelectProps,
  | 'allowClear'
  | 'disabled'
  | 'loading'
  | 'maxCount'
  | 'maxTagCount'
  | 'mode'
  | 'options'
  | 'placeholder'
>;

type FormSelectProps<V> = Omit<FieldProps, 'children'> &
  OwnSelectProps & {
    value: V;
    /** Enables searching by typing, for a long list. */
    isSearched?: boolean;
    onChange: (value: V) => void;
  };

/** A labelled select box. */
export function FormSelect<V>(props: FormSelectProps<V>) {
  const { label, help, problem, isRequired, isSearched = false, ...rest } = props;
  return (
    <Field label={label} help={help} problem={problem} isRequired={isRequired}>
      {(control) => (
        <Select<V>
          showSearch={isSearched && { optionFilterProp: 'label' }}
          {...(rest as SelectProps<V>)}
          {...control}
        />
      )}
    </Field>
  );
}
