/** A choice among a few words above a table, that can be taken back; its label is its placeholder. */
import { Select } from 'antd';

interface FilterSelectProps<V extends string> {
  label: string;
  value: V | undefined;
  options: { value: V; label: string }[];
  /** A long list is searched by typing. */
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
