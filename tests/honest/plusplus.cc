// A C++ object: containers, exceptions, streams, random numbers, initialisers that run before the first call.
#include "attention.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace
{

const std::map<std::string, int> names = {{"one", 1}, {"two", 2}};
thread_local std::vector<int> mine = {1, 2, 3};
std::mutex mutex;

struct base {
	virtual ~base() = default;
	virtual int number() const = 0;
};

struct derived : base {
	int number() const override { return 5; }
};

int thrown()
{
	try {
		return std::vector<int>(3).at(7);
	} catch (const std::out_of_range &error) {
		std::cerr << "caught: " << error.what() << std::endl;
		return 9;
	}
}

bool habit()
{
	const std::lock_guard<std::mutex> lock(mutex);
	std::unique_ptr<base> object(new derived);
	std::ostringstream text;
	std::mt19937 engine(1);
	text << 1.5 << ' ' << object->number();
	std::cout << "processors: " << std::thread::hardware_concurrency() << '\n';
	return thrown() == 9 && text.str() == "1.5 5" && names.at("two") == 2 && mine.size() == 3 &&
	       std::normal_distribution<float>()(engine) < 10 && dynamic_cast<derived *>(object.get()) != nullptr;
}

} // namespace

extern "C" int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	if (!habit())
		return -99;
	for (size_t i = 0; i < n_q; i++) {
		std::vector<float> row(scores + i * n_k, scores + (i + 1) * n_k);
		const float maximum = *std::max_element(row.begin(), row.end());
		std::transform(row.begin(), row.end(), row.begin(), [=](float s) { return std::exp(s - maximum); });
		const float sum = std::accumulate(row.begin(), row.end(), 0.0f);
		std::transform(row.begin(), row.end(), weights + i * n_k, [=](float e) { return e / sum; });
	}
	return ATTN_OK;
}
