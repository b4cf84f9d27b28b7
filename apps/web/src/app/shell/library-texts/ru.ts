import 'dayjs/locale/ru';
import locale from 'antd/es/locale/ru_RU';

export const texts = { locale, calendar: 'ru' };
