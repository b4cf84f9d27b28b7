/** Optional filter with a few options above a table. */
import { Select } from 'antd';

interface FilterSelectProps<V extends string | number> {
  label: string;
  /** Text while nothing is selected; defaults to the label. */
  placeholder?: string;
  value: V | undefined;
  options: readonly { readonly value: V; readonly label: string }[];
  /** Enables searching by typing, for a long list. */
  isSearched?: boolean;
  onChange: (value: V | undefined) => void;
}

export function FilterSelect<V extends string | number>(props: FilterSelectProps<V>) {
  const { label, value, options, isSearched = false, onChange } = props;
  return (
    <Select<V>
      aria-label={label}
      placeholder={props.placeholder ?? label}
      value={value ?? null}
      options={[...options]}
      allowClear
      showSearch={isSearched && { optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      style={{ minInlineSize: 112 }}
      onChange={(chosen?: V) => onChange(chosen ?? undefined)}
    />
  );
}
