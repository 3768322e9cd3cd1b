-- ALTER: what becomes of the columns of a table between what fills it and what reads it.

-- case:    a column renamed without the word COLUMN, in Postgres
-- why:     The word is optional, and only RENAME TO gives the table another name: its rows stay where they are.
-- dialect: postgres
-- target:  mart.kiosk

CREATE TABLE core.kiosk (kiosk_no int, rent int);
INSERT INTO core.kiosk (kiosk_no, rent) SELECT no, eur FROM raw.kiosk;
ALTER TABLE ONLY core.kiosk RENAME rent TO rent_eur;
CREATE TABLE mart.kiosk AS SELECT kiosk_no FROM core.kiosk;

-- expect value
--   field    | origin       | line
--   kiosk_no | raw.kiosk.no | 2
-- expect control
--   (none)
