#include "core/repetition.h"

#include <string.h>

bool repetition_of(const struct result_record *earlier, const struct result_record *later)
{
	if (earlier->n_diagnoses == 0 || earlier->n_diagnoses != later->n_diagnoses)
		return false;
	for (size_t i = 0; i < later->n_diagnoses; i++)
		if (strcmp(earlier->diagnoses[i].id, later->diagnoses[i].id) != 0 ||
		    earlier->diagnoses[i].mistake != later->diagnoses[i].mistake)
			return false;
	return true;
}
