#include "sandbox/symbols.h"

#include <elf.h>
#include <link.h>
#include <string.h>

enum { SYMBOLS_MAX = 300000 };

struct bytes {
	const unsigned char *data;
	size_t length;
};

struct tables {
	struct bytes object;
	ElfW(Ehdr) header;
	bool (*visit)(void *context, const struct symbol *symbol);
	void *context;
	size_t shown, looked_at;
	bool over;
};

/* Copies `size` bytes from `offset`, which may be anything. */
static bool copy(struct bytes from, uint64_t offset, void *to, size_t size)
{
	if (offset > from.length || size > from.length - offset)
		return false;
	memcpy(to, from.data + offset, size);
	return true;
}

/* What a section holds; nothing if it does not lie within the object. */
static struct bytes contents(struct bytes object, const ElfW(Shdr) * section)
{
	if (section->sh_offset > object.length || section->sh_size > object.length - section->sh_offset)
		return (struct bytes){object.data, 0};
	return (struct bytes){object.data + section->sh_offset, section->sh_size};
}

static bool read_section(const struct tables *tables, uint64_t index, ElfW(Shdr) * section)
{
	uint64_t offset;
	return index < tables->header.e_shnum &&
	       !__builtin_add_overflow(tables->header.e_shoff, index * sizeof(*section), &offset) &&
	       copy(tables->object, offset, section, sizeof(*section));
}

/* The string at an offset, or NULL if it does not end in time. */
static const char *string_at(struct bytes strings, uint64_t offset)
{
	if (offset >= strings.length)
		return NULL;
	const size_t left = strings.length - offset, most = SYMBOL_NAME_MAX + 1;
	const unsigned char *begin = strings.data + offset;
	return memchr(begin, '\0', left < most ? left : most) == NULL ? NULL : (const char *)begin;
}

static bool is_definition(const ElfW(Sym) * symbol)
{
	/* the fields stand at the same bits in both classes */
	const unsigned type = ELF64_ST_TYPE(symbol->st_info);
	return symbol->st_shndx != SHN_UNDEF && type != STT_SECTION && type != STT_FILE && type != STT_TLS;
}

static bool is_exported(const ElfW(Shdr) * table, const ElfW(Sym) * symbol)
{
	const unsigned visibility = ELF64_ST_VISIBILITY(symbol->st_other);
	return table->sh_type == SHT_DYNSYM && ELF64_ST_BIND(symbol->st_info) != STB_LOCAL &&
	       (visibility == STV_DEFAULT || visibility == STV_PROTECTED);
}

static void read_table(struct tables *tables, const ElfW(Shdr) * table)
{
	ElfW(Shdr) names;
	ElfW(Sym) symbol;
	if (table->sh_entsize != sizeof(symbol) || !read_section(tables, table->sh_link, &names) ||
	    names.sh_type != SHT_STRTAB)
		return;
	const struct bytes entries = contents(tables->object, table), strings = contents(tables->object, &names);
	for (uint64_t at = 0; !tables->over && copy(entries, at, &symbol, sizeof(symbol)); at += sizeof(symbol)) {
		const char *name = is_definition(&symbol) ? string_at(strings, symbol.st_name) : NULL;
		tables->over = ++tables->looked_at == SYMBOLS_MAX;
		if (name == NULL || name[0] == '\0')
			continue;
		tables->shown++;
		if (!tables->visit(tables->context, &(struct symbol){name, is_exported(table, &symbol)}))
			tables->over = true;
	}
}

size_t symbols_read(const void *data, size_t length, bool (*visit)(void *context, const struct symbol *symbol),
		    void *context)
{
	struct tables tables = {.object = {data, length}, .visit = visit, .context = context};
	ElfW(Shdr) section;
	if (!copy(tables.object, 0, &tables.header, sizeof(tables.header)) ||
	    memcmp(tables.header.e_ident, ELFMAG, SELFMAG) != 0 || tables.header.e_shentsize != sizeof(section))
		return 0;
	for (uint64_t i = 0; !tables.over && read_section(&tables, i, &section); i++)
		if (section.sh_type == SHT_DYNSYM || section.sh_type == SHT_SYMTAB)
			read_table(&tables, &section);
	return tables.shown;
}
