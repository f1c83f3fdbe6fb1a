module workersplatform

go 1.22
