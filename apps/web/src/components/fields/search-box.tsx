import { Input } from 'antd';
import { useEffect, useState } from 'react';

interface SearchBoxProps {
  label: string;
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
  width?: number;
}

/** The search field of a page: searches on Enter and on blur; `/` focuses it. */
export function SearchBox({ label, value = '', onSearch, width = 240 }: SearchBoxProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const search = (wanted: string) => {
    const clean = wanted.trim();
    if (clean !== value) onSearch(clean === '' ? undefined : clean);
  };
  return (
    <div data-page-search className="search-box" style={{ flexBasis: width }}>
      <Input.Search
        aria-label={label}
        placeholder={label}
        value={text}
        allowClear
        onChange={({ target }) => setText(target.value)}
        onBlur={() => search(text)}
        onSearch={search}
      />
    </div>
  );
}
