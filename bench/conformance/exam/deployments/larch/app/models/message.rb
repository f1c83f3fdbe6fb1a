class Message < ApplicationRecord; end
