/** Optional filter with a few options above a table; its label is its placeholder. */
import { Select } from 'antd';

interface FilterSelectProps<V extends string> {
  label: string;
  value: V | undefined;
  options: { value: V; label: string }[];
  /** Enables searching by typing, for a long list. */
  isSearched?: boolean;
  onChange: (value: V | undefined) => void;
}

export function FilterSelect<V extends string>(props: FilterSelectProps<V>) {
  const { label, value, options, isSearched = false, onChange } = props;
  return (
    <Select<V>
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      options={options}
      allowClear
      showSearch={isSearched && { optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      style={{ minInlineSize: 112 }}
      onChange={(chosen?: V) => onChange(chosen ?? undefined)}
    />
  );
}
